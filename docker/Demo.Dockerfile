# The demo city as a container image, to look at, not to run a city with. `docker/compose.demo.yaml` builds and starts it.
# Base, check and entrance are those of docker/Dockerfile, which says why; npm stays, for the commands that the demo prints.

FROM node:26.9.0-bookworm-slim@sha256:582460f614631b59b824ac6020533b9bf339c7fdf3a6d7db31abb6b4065f0212
RUN install -d -o 1000 -g 1000 /data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Of what is for development the city needs three packages. Their versions are the lock file's.
RUN npm pkg set "dependencies.@faker-js/faker=*" "dependencies.idn-area-data=*" "dependencies.oidc-provider=*" && \
    npm pkg delete devDependencies && npm ci && npm cache clean --force && rm -r node_modules/node-linux-*/include
COPY src ./src
COPY docker/healthcheck.sh ./
ENV HOME=/tmp \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache \
    npm_config_update_notifier=false \
    PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 8080 9099 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 CMD ["bash", "/app/healthcheck.sh"]
ENTRYPOINT ["node", "-r", "/app/src/boot.cjs", "/app/src/main.ts"]
CMD ["demo", "--compose", "docker/compose.demo.yaml"]
