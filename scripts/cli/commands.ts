import { api } from './api.ts';
import type { Command } from './command.ts';
import { listen } from './listen.ts';
import { login } from './login.ts';
import { mcp } from './mcp.ts';
import { outline } from './outline.ts';
import { trigger } from './trigger.ts';
import { whoami } from './whoami.ts';

/** Every command of `lms`, by its name. */
export const commands: Record<string, Command> = { whoami, api, outline, login, listen, trigger, mcp };
