/**
 * What the server is started with unless the environment says otherwise. The C library keeps a stretch of memory for each
 * thread and seldom gives it back; with two for all threads, reading a bill of a million lines takes a third less. Rows of a
 * bill die young: with room for more of them fewer are taken for old ones, which wait long until they are cleared away.
 */
export const SERVER_ENV = { MALLOC_ARENA_MAX: "2", NODE_OPTIONS: "--max-semi-space-size=32" };
