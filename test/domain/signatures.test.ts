import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { filesBelow } from '../support/source.ts';

/** Functions that handlers call all have the same form: `verbNoun(tools, who, where, what)`. */

const parse = (file: string): ts.SourceFile => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** Returns the names of the domain functions that handlers call, by file. */
function calledFunctions(): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const file of filesBelow('src/operations')) {
    for (const statement of parse(file).statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const target = join(dirname(file), statement.moduleSpecifier.text);
      const bindings = statement.importClause?.namedBindings;
      if (!target.startsWith('src/domain/') || !bindings || !ts.isNamedImports(bindings)) continue;
      for (const { name } of bindings.elements) called.set(target, (called.get(target) ?? new Set()).add(name.text));
    }
  }
  return called;
}

interface Signature {
  name: string;
  parameters: string[];
}

function signaturesIn(file: string, names: ReadonlySet<string>): Signature[] {
  return parse(file).statements.flatMap((statement): Signature[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name && names.has(statement.name.text)) return [signature(statement.name.text, statement)];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer) && names.has(name.getText()) ? [signature(name.getText(), initializer)] : [],
    );
  });
}

const signature = (name: string, { parameters }: ts.SignatureDeclaration): Signature => ({
  name,
  parameters: parameters.map(({ type }) => type?.getText().replaceAll(/\s+/g, ' ') ?? ''),
});

const TOOLS = /^(Pick<\w*Tools(<Database>)?, [^>]+>|\w*Tools(<Database>)?)$/;
const WHO = /\b(Caller|User|Person|Viewer|Visitor|SignInContext|NamedOrganisation)\b/;
const PORT = /^(Database|Executor|Clock|Keyring|Storage|Mailer|DnsResolver|AiModel.*|PublicFetch)$/;

const signatures = [...calledFunctions()].flatMap(([file, names]) => signaturesIn(file, names));

test('handlers call more than a hundred functions of the domain', () => {
  expect(signatures.length).toBeGreaterThan(100);
});

test('domain functions take their tools first and their caller second, and no port is passed separately', () => {
  const wrong = signatures.filter(({ parameters }) => {
    const tools = parameters.findIndex((type) => TOOLS.test(type));
    const who = parameters.findIndex((type) => WHO.test(type));
    return tools > 0 || parameters.length > 4 || parameters.some((type) => PORT.test(type)) || (who !== -1 && who !== tools + 1);
  });
  expect(wrong).toEqual([]);
});
