import { nowhere } from "@/lib/gate/nowhere";

export { nowhere as DELETE, nowhere as GET, nowhere as PATCH, nowhere as POST, nowhere as PUT };
