import { OpenAPIBackend } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import generated from '../../../generated/request-validators.cjs';
import { IndexedRouter } from './router.ts';
import { ContractValidator } from './validator.ts';

type Document = OpenAPIV3_1.Document;
type Options = ConstructorParameters<typeof OpenAPIBackend<Document>>[0];

/**
 * openapi-backend with an indexed router and generated validators. `strict` rejects a request that fails a check if the handler for the failure is
 * missing. `quick` prevents it from compiling anything; the contract itself is checked by `make check`.
 */
export class ContractBackend extends OpenAPIBackend<Document> {
  declare router: IndexedRouter;

  constructor(options: Pick<Options, 'definition' | 'handlers' | 'securityHandlers'>) {
    super({ ...options, quick: true, strict: true, validate: true, ignoreTrailingSlashes: false });
  }

  override async init(): Promise<this> {
    // Register the handlers after the indexed router is in place: the original router rebuilds its list of operations for each handler.
    const { handlers } = this;
    this.handlers = {};
    await super.init();
    const router = new IndexedRouter({ definition: this.definition, ignoreTrailingSlashes: false });
    this.router = router;
    this.validator = new ContractValidator({ definition: this.definition, router, lazyCompileValidators: true });
    const missing = router.getOperations().filter(({ operationId, requestBody }) => requestBody && !Object.hasOwn(generated, `body_${operationId}`));
    this.register(handlers);
    if (missing.length) throw new Error(`there are no validators for ${missing.map(({ operationId }) => operationId).join(', ')}; run make generate`);
    return this;
  }
}
