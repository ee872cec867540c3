# syntax=docker/dockerfile:1

FROM node:24-slim AS base
WORKDIR /app

FROM base AS build
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM base AS dependencies
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM base
# MALLOC_…: glibc gives memory back that images were made in, instead of keeping it for later.
# UV_THREADPOOL_SIZE: Node reads, writes and syncs files in four threads; eight messages on a slow disk held every picture up.
# What computes in these threads is bounded by itself: three images, two passwords, four pages.
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=3000 \
    CONTENT_DIR=/srv/content \
    UPLOADS_DIR=/srv/uploads \
    DATA_DIR=/srv/data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY public public
# What a fresh, empty volume is filled with at the first start.
COPY content content
COPY uploads uploads

# The data folder holds the account and sessions: for the program's user alone.
RUN install -d -o node -g node -m 755 /srv/content /srv/uploads && install -d -o node -g node -m 700 /srv/data
VOLUME ["/srv/content", "/srv/uploads", "/srv/data"]

USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# The program handles SIGTERM itself and waits for its only child, the decoder, so it may be process 1.
# V8 on Node 24 lets the young generation of a busy heap grow to 130 MB: with 4 MB half-spaces to 12 MB.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "build/host/main.js"]
