import { readNewerCode, takeCourse } from './journey';
import { requestCount } from './transport';

declare const process: { env: Record<string, string> };

await takeCourse(process.env.EMAIL ?? '', process.env.PASSWORD ?? '');
await readNewerCode();
console.log(requestCount());
