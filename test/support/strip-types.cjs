const { stripTypeScriptTypes } = require('node:module');

// Tests run what production runs: types stripped by Node, nothing else.
module.exports = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
