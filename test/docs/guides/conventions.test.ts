import { commandsOf } from '../support/commands-of.ts';

commandsOf('docs/reference/conventions.md');
