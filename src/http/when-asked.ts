import type { RequestHandler } from 'express';

/** Loads a handler with the first request to it. */
export function whenAsked(load: () => Promise<RequestHandler>): RequestHandler {
  let loaded: Promise<RequestHandler> | undefined;
  return async (req, res, next) => {
    loaded ??= load();
    (await loaded)(req, res, next);
  };
}
