// The bridge as a page: how to sign, then every event, command and answer with an example.
import { stateExamples } from '@greenroom/contract/bridge.examples'
import { commandExamples, exampleCommand } from '@greenroom/contract/bridgeCommands.examples'
import { eventExamples, exampleLine, moneyResult } from '@greenroom/contract/bridgeEvents.examples'
import { bridgePath } from '../../bridge/index.ts'
import { type bridgeApi, commandTypes, eventTypes, stateNames, subjectOf } from './reference.bridge.ts'
import type { Schema } from './reference.openapi.ts'
import { escaped, style, table, words } from './reference.page.ts'

type Document = ReturnType<typeof bridgeApi>

const marked = (text: string) => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>')
const json = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`

const fieldsOf = ({ oneOf, properties = {}, required = [] }: Schema): string =>
  oneOf
    ? oneOf.map(fieldsOf).join('')
    : Object.keys(properties).length === 0
      ? '<p>No fields.</p>'
      : table(
          ['Field', 'What', ''],
          Object.entries(properties).map(([name, schema]) => [
            `<code>${escaped(name)}</code>`,
            escaped(words(schema)),
            required.includes(name) ? 'required' : '',
          ]),
        )

const part = (kind: string, name: string, description: string, inner: string) =>
  `<details id="${escaped(name)}" data-text="${escaped(`${kind} ${name} ${description}`.toLowerCase())}"><summary><b>${kind}</b>
<code>${escaped(name)}</code><span>${marked(description)}</span></summary><div>${inner}</div></details>`

const introduction = `<h2>How it works</h2>
<p>Someone with the menu Bridge asks for a client on <code>/sys/bridge</code>, another approves it, and the first fetches its secret once. Every request carries three
headers: <code>webhook-id</code> (yours, up to 256 characters), <code>webhook-timestamp</code> (seconds, within 5 minutes of our
clock) and <code>webhook-signature</code>: <code>v1,</code> and the base64 of HMAC-SHA256 over
<code>id.timestamp.body</code>, keyed with the bytes behind <code>whsec_</code>. A GET signs method, path and query
in place of the body: <code>GET ${bridgePath}/state/users/602</code>. Two secrets are valid while you change one.</p>
<pre>${escaped(`body=$(cat events.ndjson; echo x); body=\${body%x}
id=$(openssl rand -hex 12); at=$(date +%s)
key=$(printf %s "\${GREENROOM_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
signature=$(printf '%s.%s.%s' "$id" "$at" "$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl -sS "$GREENROOM_URL${bridgePath}/events" -H 'content-type: application/x-ndjson' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $at" -H "webhook-signature: v1,$signature" --data-binary @events.ndjson`)}</pre>
<p>An event's <code>id</code> is a UUIDv7 of yours. It is taken once: sent again, it is answered as the first time, with
<code>duplicate</code> for <code>accepted</code>. The order of arrival does not matter; money is decided on arrival. A line that is
broken, of an unknown type, older than 30 days or more than 5 minutes ahead is rejected with 10009 and may be mended and sent
again under the same id. 10001 in a line is a mistake of ours: send that event again in a batch with a new
<code>webhook-id</code>. A batch that gets no answer may be sent again as it is: the same <code>webhook-id</code> gets the same
answer for 15 minutes.</p>
<p>Answers to events that move money have the wallets they changed:</p>${json({ id: exampleLine('gift.sent').id, status: 'accepted', result: moneyResult })}
<p><code>"result":{"pending":true}</code> means taken, and nothing moved yet: a payment or refund whose order, or a minute whose broadcast,
is unknown so far. It is booked once that event is accepted.</p>
<p>What is refused as a whole is a problem body (RFC 9457): 400 too many lines, 401 signature, 409 another body under a known
<code>webhook-id</code>, 413 too large, 415 no NDJSON, 503 later.</p>`

/** The page; `nonce` allows its style. */
export function bridgePage(document: Document): (nonce: string) => string {
  const { schemas } = document.components
  const dataOf = (name: string) => fieldsOf(schemas[name]?.properties?.['data'] ?? {})
  const events = eventTypes.map((type) =>
    part(
      'event',
      type,
      eventExamples[type].description,
      `${dataOf(`event.${type}`)}<p>A line</p>${json(exampleLine(type))}`,
    ),
  )
  const commands = commandTypes.map((type) =>
    part(
      'command',
      type,
      commandExamples[type].description,
      `${dataOf(`command.${type}`)}<p>Posted</p>${json(exampleCommand(type, subjectOf(type)))}`,
    ),
  )
  const state = stateNames.map((name) =>
    part(
      'GET',
      `${bridgePath}/state/${name}`,
      stateExamples[name].description,
      `<p>Answers</p>${json(stateExamples[name].data)}`,
    ),
  )
  return (nonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Greenroom bridge</title><style nonce="${nonce}">${style}
summary b { width: 5rem }
details > div { padding-left: 5.75rem }</style></head><body>
<header><h1>Greenroom bridge</h1><p>${marked(document.info.description)} The same as
<a href="/docs/bridge/openapi.json">OpenAPI</a>; staff's own calls are in the <a href="/docs/api">API reference</a>.</p>
<input type="search" aria-label="Search" placeholder="Search: a type, a word"></header>
<main>${introduction}
<section><h2>Events, posted to ${bridgePath}/events</h2>${events.join('\n')}</section>
<section><h2>Commands, posted to you</h2>
<p>Answer any 2xx once it is durable on your side. A command comes at least once, in order per <code>subject</code> and kind, and again
with growing waits for 3 days.</p>${commands.join('\n')}</section>
<section><h2>State</h2><p>Signed like events, over method, path and query in place of a body. Send the <code>etag</code> as <code>if-none-match</code>:
304 says that nothing changed.</p>${state.join('\n')}</section></main>
<script src="/docs/api/reference.js"></script></body></html>`
}
