/** The key of the text of an action such as `system.role.delete`; enabling and disabling are named alike everywhere. */
export function actionLabel(id: string): string {
  const verb = /\.(enable|disable)$/.exec(id)?.[1]
  return verb ? `list:actions.${verb}` : id.replace('.', ':actions.')
}
