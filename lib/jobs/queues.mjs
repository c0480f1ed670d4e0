/**
 * The queues there are. They are tables, so their owner makes them at start (scripts/migrate.mjs); the application only
 * puts jobs in and takes them out. A job carries ids alone: what it works on stands in the workspace's own rows.
 */
export const QUEUES = [
  // pg-boss hands what is due by the clock through this queue of its own. It cannot make it as the application, and where
  // it is missing nothing is due, ever, and nothing says so.
  { name: "__pgboss__send-it", policy: "standard", retryLimit: 2, expireInSeconds: 900 },
  // One waiting and one running at most: a tick that finds the last one still at work adds nothing.
  { name: "alerts-tick", policy: "stately", retryLimit: 0, expireInSeconds: 300 },
  { name: "live-tick", policy: "stately", retryLimit: 0, expireInSeconds: 600 },
];
