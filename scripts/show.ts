import { endWithReader } from './cli/reader.ts';
import { canonical, findOperation, mapSchema, readContract, resolve } from './contract/document.ts';

/** Prints one operation of the contract, with all references replaced by what they refer to. */
endWithReader();
const document = await readContract();
const { method, path, operation } = findOperation(document, process.argv[2]);
const inPlace = (value: unknown): unknown => mapSchema(value, (node) => ('$ref' in node ? (inPlace(resolve(document, node)) as typeof node) : node));
console.log(`${method.toUpperCase()} ${path}`);
process.stdout.write(canonical(inPlace(operation)));
