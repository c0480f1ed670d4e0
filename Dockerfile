# Headroom on a PostgreSQL of its own or a given one (DATABASE_URL). `compose.yaml` runs both beside each other.
FROM node:22-bookworm-slim AS built
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build

FROM node:22-bookworm-slim
ENV NODE_ENV=production HEADROOM_HOST=0.0.0.0 PORT=3000 HEADROOM_DATA_DIR=/data
WORKDIR /app
COPY --from=built --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "start"]
