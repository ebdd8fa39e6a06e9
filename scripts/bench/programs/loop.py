"""The loop of the language benchmark in Python; prints how many milliseconds it took."""
import time

source = """
i = 0
s = 0
while i < 30000:
    i = i + 1
    s = s + i
    if i % 2 == 2:
        s = 0
"""
code = compile(source, "loop", "exec")
begin = time.perf_counter()
exec(code, {})
print((time.perf_counter() - begin) * 1000)
