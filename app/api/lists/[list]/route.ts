export { getListFile as GET } from "@/lib/workspace/server/routes";
