# Another base, as from a mirror: docker build --build-arg NODE_IMAGE=…
# docker buildx imagetools inspect node:24-bookworm-slim --format '{{.Manifest.Digest}}' prints the one of today.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM $NODE_IMAGE AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3
WORKDIR /app
COPY package.json package-lock.json tsconfig.json rolldown.config.js rolldown.fonts.js rolldown.guides.js ./
RUN npm ci --ignore-scripts && npm rebuild better-sqlite3
COPY src src
COPY docs docs
COPY migrations migrations
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM $NODE_IMAGE
LABEL org.opencontainers.image.title=signage-service org.opencontainers.image.version=0.2.0 org.opencontainers.image.licenses=MIT
ENV NODE_ENV=production DATABASE_URL=sqlite:/data/signage.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY docs/openapi.json docs/
COPY migrations migrations
COPY seeds seeds
RUN mkdir /data && chown node:node /data && chmod +x dist/bundle/cli.js && ln -s /app/dist/bundle/cli.js /usr/local/bin/signage
USER node
# On a disk of the machine: SQLite's locks do not work on network file systems.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SIGNAGE_PORT || process.env.PORT || 3000}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1, and so gets the signals.
CMD ["sh", "-c", "signage migrate && exec node dist/bundle/cli.js serve"]
