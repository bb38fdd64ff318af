import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/start/sandbox.md');
