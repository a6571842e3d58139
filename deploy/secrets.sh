#!/bin/sh
# Makes the files with passwords that compose.yaml mounts, once: none that is there is changed. Run it in the folder of compose.yaml.
set -eu
umask 077
mkdir -p secrets
for name in postgres_superuser postgres_owner postgres_app admin_password s3_key s3_secret; do
  [ -s "secrets/$name" ] || head -c 24 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n' > "secrets/$name"
done
# The storage reads one file with both keys. They may read and write one bucket, and make none.
[ -s secrets/s3.json ] || cat > secrets/s3.json <<END
{
  "identities": [
    {
      "name": "greenroom",
      "credentials": [{ "accessKey": "$(cat secrets/s3_key)", "secretKey": "$(cat secrets/s3_secret)" }],
      "actions": ["Read:greenroom", "Write:greenroom", "List:greenroom", "Tagging:greenroom"]
    }
  ]
}
END
# Containers read them as users of their own.
chmod 0644 secrets/*
chmod 0711 secrets
echo "The administrator's first password is in secrets/admin_password."
