# Starts the service with a fixture, waits until it is ready, and stops it at the end.
export DATABASE_URL=sqlite::memory: HOST=127.0.0.1 PORT=3999 LOG_LEVEL=warn
node_modules/.bin/signage serve --seed fixture.json &
trap 'kill $!' EXIT
until curl -sf http://127.0.0.1:3999/readyz; do sleep 0.2; done

# Run your tests here. They read from http://127.0.0.1:3999 with the key test-key.
curl -sf -H 'X-API-Key: test-key' http://127.0.0.1:3999/v1/groups
