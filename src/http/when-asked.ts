import type { RequestHandler } from 'express';

/** Returns a handler that is loaded on its first request. */
export function whenAsked(load: () => Promise<RequestHandler>): RequestHandler {
  let loaded: Promise<RequestHandler> | undefined;
  return async (req, res, next) => {
    loaded ??= load();
    (await loaded)(req, res, next);
  };
}
