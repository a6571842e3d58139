// The shipped alert rules as data.

export type Alert = { alert: string; expr: string; summary: string; runbook: string }

/** The rules of a file of Prometheus. */
export function alertsIn(yaml: string): Alert[] {
  return yaml
    .split(/^ *- alert: /m)
    .slice(1)
    .map((text) => {
      const field = (name: string) => {
        const [, folded, value] =
          new RegExp(`^ *${name}: (>-\\n((?: {10,}.*\\n)+)|.*)`, 'm').exec(text)?.map(String) ?? []
        return ((value !== undefined && value !== 'undefined' ? value : folded) ?? '')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/^['"\s]+|['"\s]+$/g, '')
      }
      const link = field('runbook')
      return {
        alert: text.split('\n')[0]!.trim(),
        expr: field('expr'),
        summary: field('summary'),
        runbook: link.split('#')[1] ?? '',
      }
    })
}
