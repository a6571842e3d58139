# sign.sh: signs a request and sends it. Usage: sign.sh GET|POST path [file]
method=$1 path=/app/v1/$2 file=$3
[ "$method" = POST ] || { file=target; printf '%s %s' "$method" "$path" > "$file"; }
id="msg_$(openssl rand -hex 16)"
at=$(date +%s)
key=$(printf %s "${GREENROOM_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
signature=$( { printf '%s.%s.' "$id" "$at"; cat "$file"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
[ "$method" = POST ] && set -- --data-binary "@$file" -H 'content-type: application/x-ndjson' || set --
curl -sS -X "$method" "$GREENROOM_URL$path" "$@" \
  -H "webhook-id: $id" -H "webhook-timestamp: $at" -H "webhook-signature: v1,$signature"
