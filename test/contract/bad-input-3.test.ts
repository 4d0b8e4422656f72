import './bad-input/checks.ts';
