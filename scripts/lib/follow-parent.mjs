// Loaded into the server before its own code: when the process that started it is killed, the server stops as cleanly
// as on SIGTERM, instead of keeping the port and the data directory with nobody left to tell it.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
