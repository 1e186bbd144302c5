-- Makes wrk send a random request of a file each time, and print its counts as one line of JSON. Each line of the file
-- has a path and, after a tab, the API key if the requests have different ones.
-- Arguments: the file, a seed.

local requests = {}

function init(arguments)
  math.randomseed(tonumber(arguments[2]))
  for line in io.lines(arguments[1]) do
    local path, key = line:match("^([^\t]*)\t?(.*)$")
    if key ~= "" then wrk.headers["X-API-Key"] = key end
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"errors":%d}\n',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
