"""plan.py -- where to start: a right plan, but the tile's columns all lie in one bank."""
word, edge, room = input().split()
edge, room = int(edge), int(room)

for row in range(edge):
    for half in range(0, edge, 32):
        print(f"move {row * edge + half} + x to {row * edge + half} + x")
for row in range(edge):
    for half in range(0, edge, 32):
        print(f"put ({half} + x) * {edge} + {row} to {row * edge + half} + x")
