#!/bin/sh
# Is the station there, and does it count?
set -eu
station=${1:-http://127.0.0.1:8040}
curl -fsS -d "$(date -u +%FT%TZ) smoke temperature=20" "$station/readings"
curl -fsS "$station/summary" | grep -q '"smoke"' && echo "All is well"
