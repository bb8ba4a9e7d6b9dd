# To pin the base images, pass their digests (docs/operations.md, Containers).
ARG BUILD_IMAGE=node:26-slim
ARG RUN_IMAGE=debian:13-slim

# This Node only runs npm: the build and the server use the one that package-lock.json pins.
FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM ${RUN_IMAGE}
# Node needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --create-home boomtime
ENV NODE_ENV=production BOOMTIME_MODE=production HOST=0.0.0.0 PATH=/app/node_modules/.bin:$PATH
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# By a number, Kubernetes can tell that it isn't root (`runAsNonRoot`).
USER 1000
EXPOSE 3000
# Migrations of a large database take minutes. A container that can't start ends.
HEALTHCHECK --start-period=10m CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "dist/server/main.js"]
