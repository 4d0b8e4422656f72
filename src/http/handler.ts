import type { operations } from '../../generated/api.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { FileReply } from './file-reply.ts';
import type { Input } from './input.ts';

type Success = 200 | 201 | 202 | 204;

export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: operations[Id]['responses'][Status] extends { content: { 'application/json': infer B } }
    ? { status: Status; body: B }
    : operations[Id]['responses'][Status] extends { content: object }
      ? { status: Status; body: FileReply }
      : { status: Status };
}[keyof operations[Id]['responses'] & Success];

/** Implements one operation: it calls one function of the domain and returns a response that the contract declares. Errors are thrown. */
export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Reply<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };
