// The simulated live app.
export {}
