import { takesAtMost } from '../support/bound.ts';
import { testSandboxPayments } from '../support/sandbox-payments.ts';

takesAtMost(120);
testSandboxPayments(1280);
