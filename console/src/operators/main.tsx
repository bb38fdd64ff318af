import { start } from '../frame/start.tsx';
import { router } from './router.tsx';

start(router);
