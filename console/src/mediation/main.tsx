import { start } from '../frame/start.tsx';
import { mediationWords } from '../messages/mediation-console.ts';
import { router } from './router.tsx';

start(router, mediationWords);
