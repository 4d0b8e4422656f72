import { hashAtCost } from '../../src/domain/identity/accounts/password.ts';

// The least that argon2id takes. Imported before everything that makes a hash.
hashAtCost({ memory: 8, passes: 1, parallelism: 1 });
