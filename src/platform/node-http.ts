/**
 * The module `node:http`. An `import` of it reads all its names, and those like `WebSocket` load undici: 17 MB and 40 ms of CPU time, which few
 * processes ever need.
 */
export const http = process.getBuiltinModule('node:http');
