export { getSearch as GET } from "@/lib/workspace/server/routes";
