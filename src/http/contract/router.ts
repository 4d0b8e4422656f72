import { OpenAPIRouter, type Operation, type ParsedRequest, type Request } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';

type Document = OpenAPIV3_1.Document;
type Op = Operation<Document>;

interface Node {
  statics: Map<string, Node>;
  parameter: Node | null;
  /** Positions and names of the parameters in a path that ends here. */
  places: { index: number; name: string }[];
  methods: Map<string, Op> | null;
}

/** A request on its way through openapi-backend. It is parsed once and keeps the result of the match. */
export interface RoutedRequest extends Request {
  /** The decoded path parameters, set by the match. */
  params: Record<string, string>;
}

const emptyNode = (): Node => ({ statics: new Map(), parameter: null, places: [], methods: null });

/** An error shared by all requests, because creating a stack trace would cost more than the rest of a rejection. */
const NO_MATCH = new Error('404-notFound: no path matches');

/** An error with the message prefix that handleRequest looks for; `allow` lists the methods of the path. */
export class MethodNotAllowed extends Error {
  readonly allow: string[];

  constructor(allow: string[]) {
    super('405-methodNotAllowed: the path does not have this method');
    this.allow = allow;
  }
}

/**
 * Routes with a trie of path segments instead of openapi-backend's search through all operations. Static segments take precedence over parameters,
 * and the path is matched before the method: an undeclared method on a static path returns 405 and does not fall through to a template.
 */
export class IndexedRouter extends OpenAPIRouter<Document> {
  readonly #operations: Op[];
  readonly #byId: Map<string, Op>;
  readonly #root = emptyNode();

  constructor(options: { definition: Document; ignoreTrailingSlashes: false }) {
    super(options);
    this.#operations = super.getOperations();
    this.#byId = new Map(this.#operations.map((operation) => [operation.operationId ?? '', operation]));
    for (const operation of this.#operations) this.#insert(operation);
  }

  override getOperations(): Op[] {
    return this.#operations;
  }

  override getOperation(operationId: string): Op | undefined {
    return this.#byId.get(operationId);
  }

  override matchOperation(request: Request): Op | undefined;
  override matchOperation(request: Request, strict: boolean): Op;
  override matchOperation(request: Request, strict?: boolean): Op | undefined {
    const segments = request.path.split('/');
    const node = segments[0] === '' ? find(this.#root, segments, 1) : null;
    const values = node && decode(node, segments);
    const operation = values && node.methods?.get(request.method);
    if (operation) {
      (request as RoutedRequest).params = values;
      return operation;
    }
    if (!strict) return undefined;
    throw values ? new MethodNotAllowed([...(node.methods?.keys() ?? [])]) : NO_MATCH;
  }

  /** Whether any operation has this path. */
  isPath(path: string): boolean {
    const segments = path.split('/');
    const node = segments[0] === '' ? find(this.#root, segments, 1) : null;
    return node !== null && decode(node, segments) !== null;
  }

  override parseRequest(request: Request): ParsedRequest {
    const { method, path, headers, query, body } = request;
    return { method, path, headers, query, params: request.params ?? {}, cookies: {}, requestBody: body };
  }

  #insert(operation: Op): void {
    let node = this.#root;
    const places: Node['places'] = [];
    for (const [index, segment] of operation.path.split('/').entries()) {
      if (index === 0) continue;
      if (segment.startsWith('{')) {
        places.push({ index, name: segment.slice(1, -1) });
        node.parameter ??= emptyNode();
        node = node.parameter;
      } else {
        const next = node.statics.get(segment) ?? emptyNode();
        node.statics.set(segment, next);
        node = next;
      }
    }
    node.places = places;
    node.methods ??= new Map();
    node.methods.set(operation.method, operation);
  }
}

/** Searches depth first, static segments before parameters, so that `/a/{id}/x/` is found although `/a/b/` exists. */
function find(node: Node, segments: string[], index: number): Node | null {
  const segment = segments[index];
  if (segment === undefined) return node.methods ? node : null;
  const next = node.statics.get(segment);
  const found = next ? find(next, segments, index + 1) : null;
  if (found || segment === '' || !node.parameter) return found;
  return find(node.parameter, segments, index + 1);
}

/** Returns the values of the path parameters. Null if one contains an invalid percent escape, so that the path matches nothing. */
function decode(node: Node, segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  try {
    for (const { index, name } of node.places) params[name] = decodeURIComponent(segments[index] as string);
  } catch {
    return null;
  }
  return params;
}
