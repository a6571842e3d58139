// Under which the answers about notifications are cached.
export const toldKey = ['told', 'settings']
export const browsersKey = ['told', 'browsers']
