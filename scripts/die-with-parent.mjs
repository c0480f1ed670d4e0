/** Preloaded into the server: when the start script is killed outright, its channel closes and the server goes with it. */
if (process.channel) process.once("disconnect", () => process.exit(1));
