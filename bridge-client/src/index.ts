// The client library for the app’s back end.
export {}
