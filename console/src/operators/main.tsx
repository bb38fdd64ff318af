import { start } from '../frame/start.tsx';
import { operatorsWords } from '../messages/operators.ts';
import { router } from './router.tsx';

start(router, operatorsWords);
