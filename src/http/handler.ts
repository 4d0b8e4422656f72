import type { operations } from '../../generated/api.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { JsonText } from '../platform/database/json.ts';
import type { FileReply } from './file-reply.ts';
import type { Input } from './input.ts';

type Success = 200 | 201 | 202 | 204;

/** The response of a handler. `AsText`: whether the body can be JSON that the database has built. */
type ReplyOf<Id extends OperationId, AsText extends boolean> = {
  [Status in keyof operations[Id]['responses'] & Success]: operations[Id]['responses'][Status] extends { content: { 'application/json': infer B } & infer All }
    ? { status: Status; body: (AsText extends true ? B | JsonText<B> : B) | (keyof All extends 'application/json' ? never : FileReply) }
    : operations[Id]['responses'][Status] extends { content: object }
      ? { status: Status; body: FileReply }
      : { status: Status };
}[keyof operations[Id]['responses'] & Success];

export type Reply<Id extends OperationId> = ReplyOf<Id, false>;

export interface Afterwards {
  /**
   * Runs after the transaction of the work has ended and before the response is sent. It may use other connections, for which the work must not wait while
   * it holds one.
   */
  afterwards?: () => Promise<void>;
}

/** Implements one operation: calls one function of the domain and returns a response that the contract declares. Errors are thrown. */
export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<ReplyOf<Id, true> & Afterwards>;

/** Loads the module of each operation. */
export type HandlerModules = { readonly [Id in OperationId]: () => Promise<{ handler: Handler<Id> }> };
