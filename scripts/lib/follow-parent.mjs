// Preloaded into the server: if its parent process is killed, the server shuts down cleanly as on SIGTERM, instead of
// holding the port and the data directory as an orphan.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
