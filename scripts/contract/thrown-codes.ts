import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOT = new URL('../../', import.meta.url).pathname;
/** The class of the input of every handler. Each of its members counts as a declaration of its own. */
const INPUT = { file: 'src/http/input.ts', name: 'HandlerInput' };
const HANDLER = 'handler';
const BASE_ERROR = 'DomainError';
/** Name of the function that catches errors with one code. */
const GUARD = 'unless';

/** A declaration at the top level of a file, with the error codes that it throws itself, and the declarations that it uses (`file#name`). */
interface Declaration {
  text: string;
  codes: Set<string>;
  uses: Set<string>;
  /** Parts that may fail with a code, which is then caught. */
  guarded: { code: string; part: Declaration }[];
}

/**
 * Returns a function that finds the error codes that the handler in a file can throw, or none if there is no such file yet: those of every `new DomainError` in
 * the declarations that the handler uses, directly or through others. All branches of a declaration count, so the result can have too many codes, which no test
 * then sees.
 */
export function codeFinder(): (handlerFile: string) => Set<string> {
  const declarationsOf = declarationReader();
  const codesOf = (start: Declaration): Set<string> => {
    const codes = new Set<string>();
    const reached = new Set([start]);
    for (const { codes: own, uses, guarded } of reached) {
      for (const code of own) codes.add(code);
      for (const { code, part } of guarded) for (const other of codesOf(part)) if (other !== code) codes.add(other);
      for (const place of uses) {
        const [file = '', name = ''] = place.split('#');
        const used = declarationsOf(file).get(name);
        if (used) reached.add(used);
      }
    }
    return codes;
  };
  return (handlerFile) => {
    const handler = declarationsOf(handlerFile).get(HANDLER);
    return handler ? codesOf(handler) : new Set();
  };
}

/** Returns the text of every declaration that the handler in a file uses, directly or through others. */
export function textFinder(): (handlerFile: string) => string[] {
  const declarationsOf = declarationReader();
  return (handlerFile) => {
    const handler = declarationsOf(handlerFile).get(HANDLER);
    const reached = new Set(handler ? [handler] : []);
    for (const { uses, guarded } of reached) {
      for (const { part } of guarded) reached.add(part);
      for (const place of uses) {
        const [file = '', name = ''] = place.split('#');
        const used = declarationsOf(file).get(name);
        if (used) reached.add(used);
      }
    }
    return [...reached].map(({ text }) => text);
  };
}

/** Reads each file once. */
function declarationReader(): (file: string) => Map<string, Declaration> {
  const files = new Map<string, Map<string, Declaration>>();
  return (file) => {
    const known = files.get(file) ?? readDeclarations(file);
    files.set(file, known);
    return known;
  };
}

function readDeclarations(file: string): Map<string, Declaration> {
  if (!existsSync(join(ROOT, file))) return new Map();
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  const parts = source.statements.flatMap(partsOf);
  const scope = new Map([
    ...source.statements.filter(ts.isImportDeclaration).flatMap((statement) => imported(statement, file)),
    ...parts.flatMap(({ names }) => names).map((name) => [name, `${file}#${name}`] as const),
  ]);
  const all = file === INPUT.file ? [...parts, ...parts.filter(({ names }) => names.includes(INPUT.name)).flatMap(({ node }) => membersOf(node))] : parts;
  return new Map(
    all.flatMap(({ names, node }) => {
      const declaration = contentOf(node, source, scope, names.includes(HANDLER));
      return names.map((name) => [name, declaration] as const);
    }),
  );
}

interface Part {
  names: string[];
  node: ts.Node;
}

function partsOf(statement: ts.Statement): Part[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((node) => ({ names: boundNames(node.name), node }));
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) return [{ names: [statement.name.text], node: statement }];
  return [];
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));

function imported({ moduleSpecifier, importClause }: ts.ImportDeclaration, file: string): [local: string, place: string][] {
  const target = (moduleSpecifier as ts.StringLiteral).text;
  const bindings = importClause?.namedBindings;
  if (!target.startsWith('.') || importClause?.isTypeOnly || !bindings || !ts.isNamedImports(bindings)) return [];
  const from = join(dirname(file), target);
  return bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name, propertyName }) => [name.text, `${from}#${(propertyName ?? name).text}`]);
}

const membersOf = (node: ts.Node): Part[] =>
  ts.isClassDeclaration(node)
    ? node.members.flatMap((member) => (member.name && ts.isIdentifier(member.name) ? [{ names: [`${INPUT.name}.${member.name.text}`], node: member }] : []))
    : [];

function contentOf(root: ts.Node, source: ts.SourceFile, scope: ReadonlyMap<string, string>, isHandler: boolean): Declaration {
  const content: Declaration = { text: root.getFullText(source), codes: new Set(), uses: new Set(), guarded: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const [caught, work] = guardedBy(node) ?? [];
    if (caught && work) return void content.guarded.push({ code: caught, part: contentOf(work, source, scope, false) });
    const code = codeOf(node);
    if (code !== null) content.codes.add(code);
    const used = ts.isIdentifier(node) && scope.get(node.text);
    if (used) content.uses.add(used);
    if (isHandler && ts.isBindingElement(node)) content.uses.add(`${INPUT.file}#${INPUT.name}.${((node.propertyName ?? node.name) as ts.Identifier).text}`);
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(root);
  return content;
}

/** Returns the arguments of `unless`, which catches an error with this code. */
function guardedBy(node: ts.Node): [code: string | null, work: ts.Node | undefined] | null {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== GUARD) return null;
  return [literal(node.arguments[0]), node.arguments[1]];
}

/** Returns the code of an error that a node constructs, or of a class of errors that it declares. */
function codeOf(node: ts.Node): string | null {
  if (ts.isNewExpression(node)) return ts.isIdentifier(node.expression) && node.expression.text === BASE_ERROR ? literal(node.arguments?.[0]) : null;
  if (!ts.isHeritageClause(node)) return null;
  const [parent] = node.types;
  const [code] = parent?.typeArguments ?? [];
  const isError = parent && ts.isIdentifier(parent.expression) && parent.expression.text === BASE_ERROR;
  return isError && code && ts.isLiteralTypeNode(code) ? literal(code.literal) : null;
}

const literal = (node: ts.Node | undefined): string | null => (node && ts.isStringLiteral(node) ? node.text : null);
