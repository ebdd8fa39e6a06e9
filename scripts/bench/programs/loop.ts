/** The loop of the language benchmark, once; prints its milliseconds and the MiB that the process has then. */
import { loop } from "../loop.ts"

const millis = await loop(Number(process.argv[2]))()
console.log(millis, process.memoryUsage.rss() / 1024 ** 2)
